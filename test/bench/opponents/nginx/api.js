function send(r, value, status) {
  r.headersOut["Content-Type"] = "application/json";
  r.return(status || 200, JSON.stringify(value));
}

function price(r) {
  const count = Number(r.args.count);
  const net = count * 9.5;
  const discount = net > 100 ? net * 0.125 : 0;
  send(r, { count: count, net: net, discount: discount, total: (net - discount) * 1.5 });
}

function item(r) {
  const id = r.variables.id;
  r.headersOut["Cache-Control"] = "no-store";
  r.headersOut["X-Item"] = id;
  send(r, { id: id, agent: r.headersIn["User-Agent"] || null }, 202);
}

function limit(r) {
  const limit = Number(r.args.limit);
  if (!(limit > 100)) send(r, { limit: limit });
  else send(r, { title: `limit ${limit} is too large`, code: 4001, instance: r.uri }, 400);
}

function orders(r) {
  const order = JSON.parse(r.requestText);
  const lines = order.items.map((item) => ({
    id: item.id,
    title: item.name,
    price: item.price,
    city: item.stock ? item.stock.warehouse.city : null,
    available: item.stock && item.stock.count > 0 ? "yes" : "no",
  }));
  send(r, { customer: order.customer.name, lines: lines });
}

async function user(r) {
  const reply = await r.subrequest("/upstream/user");
  const user = JSON.parse(reply.responseText);
  send(r, {
    id: user.id,
    name: user.name,
    city: user.address.city,
    status: reply.status,
    titles: user.items.map((item) => item.title).join(", "),
    items: user.items.map((item) => ({
      id: item.id,
      title: item.title,
      price: `${item.price} ${item.currency}`,
    })),
  });
}

export default { price, item, limit, orders, user };
