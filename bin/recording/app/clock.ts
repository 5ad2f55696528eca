/** The clock and the chance of a thread, or of a process, that runs an app on recorded requests. */
let now = 0;
const RealDate = Date;
globalThis.Date = class extends RealDate {
  constructor(...args: [] | ConstructorParameters<DateConstructor>) {
    if (args.length === 0) super(now);
    else super(...(args as ConstructorParameters<DateConstructor>));
  }
  static override now(): number {
    return now;
  }
} as DateConstructor;

let seed = 0;
/** Mulberry32: the same numbers for the same seed. */
function random(): number {
  seed = (seed + 0x6d2b79f5) | 0;
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
}
Math.random = random;
/** The ID that the request had. Apps make that of their request first. */
let ownId: ReturnType<typeof crypto.randomUUID> | undefined;
crypto.randomUUID = () => {
  const id = ownId;
  ownId = undefined;
  if (id !== undefined) return id;
  const digits = Array.from({ length: 30 }, () => Math.floor(random() * 16).toString(16)).join("");
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(12, 15)}-8${digits.slice(15, 18)}-${digits.slice(18)}`;
};

const isUuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** The last moment that there is in JavaScript. */
const latest = 8.64e15;

/** Milliseconds since 1970 at which the request began. */
let began = 0;

/** @param elapsed milliseconds since the request began; nothing sets the clock back */
export function moveClock(elapsed: number): void {
  if (Math.abs(began + elapsed) <= latest) now = Math.max(now, began + elapsed);
}

/** @param id the ID that the request had; another text if the app is to make one */
export function setClock(time: number, chance: number, id: string): void {
  began = Math.abs(time) <= latest ? time : 0;
  now = began;
  seed = chance;
  ownId = isUuid.test(id) ? (id as typeof ownId) : undefined;
}
