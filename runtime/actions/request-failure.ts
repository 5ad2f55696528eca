/** An upstream request got no response that could be used. `message` is seen by the client; it names no host. */
export class RequestFailure extends Error {
  readonly status: 502 | 504;

  constructor(message: string, status: 502 | 504 = 502) {
    super(message);
    this.name = "RequestFailure";
    this.status = status;
  }
}
