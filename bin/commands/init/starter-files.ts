/** The files of a new app, by path: an API description, a flow, an error flow and a test. */
export const starterFiles: ReadonlyMap<string, string> = new Map([
  [
    "swagger.yaml",
    `swagger: "2.0"
info:
  title: Greetings
  version: "1"
basePath: /api
x-flow-error:
  flow: error.xml
x-flow-validate:
  request: true
paths:
  /hello:
    get:
      summary: Greets somebody
      parameters:
        - name: name
          in: query
          type: string
          maxLength: 100
      responses:
        "200":
          description: A greeting
      x-flow: hello.xml
`,
  ],
  [
    "hello.xml",
    `<flow>
  <template>
  {{$name := $request/get/name ?? "stranger"}}
  {
    "greeting": {{ concat("Hello, ", $name, "!") }}
  }
  </template>
</flow>
`,
  ],
  [
    "error.xml",
    `<flow>
  <template>
  {
    "message": {{ $error/message }},
    "details": {{ $error/info }}
  }
  </template>
</flow>
`,
  ],
  [
    "tests/hello.xml",
    `<flow-test>
  <test-request>{ "path": "/api/hello", "query": { "name": "Ada" } }</test-request>
  <assert>
  [
    [ "$status", 200 ],
    [ "json-parse($response)/greeting", "Hello, Ada!" ]
  ]
  </assert>

  <test-request>{ "path": "/api/hello" }</test-request>
  <assert>
  [
    [ "json-parse($response)/greeting", "Hello, stranger!", "a name is not needed" ]
  ]
  </assert>

  <test-request>{ "path": "/api/nowhere" }</test-request>
  <assert>
  [
    [ "$status", 400, "there is no such path" ]
  ]
  </assert>
</flow-test>
`,
  ],
]);
