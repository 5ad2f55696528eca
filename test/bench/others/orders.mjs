/** What the endpoints do with data, for the frameworks whose handlers are JavaScript. */
export const status = () => ({
  service: "orders",
  version: "2.4.1",
  ready: true,
  limits: { page: 100, body: 10485760 },
  links: ["/api/user", "/api/orders"],
});

export function price(count) {
  const net = count * 9.5;
  const discount = net > 100 ? net * 0.125 : 0;
  return { count, net, discount, total: (net - discount) * 1.5 };
}

export const reshaped = (order) => ({
  customer: order.customer?.name ?? null,
  lines: order.items.map((item) => ({
    id: item.id,
    title: item.name,
    price: item.price,
    city: item.stock?.warehouse?.city ?? null,
    available: (item.stock?.count ?? 0) > 0 ? "yes" : "no",
  })),
});

export const joined = (user, status) => ({
  id: user.id,
  name: user.name,
  city: user.address?.city ?? null,
  status,
  titles: user.items.map(({ title }) => title).join(", "),
  items: user.items.map(({ id, title, price, currency }) => ({ id, title, price: `${price} ${currency}` })),
});

export class ApiError extends Error {
  status = 400;
  code = 4001;
}

export function checkedLimit(limit) {
  if (limit > 100) throw new ApiError(`limit ${limit} is too large`);
  return { limit };
}
