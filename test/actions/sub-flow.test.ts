/** The `sub-flow` action. */
import { findings } from "../support/findings.js";
import { samples } from "../support/samples.js";

const files = {
  "b.xml": "<flow><echo>b</echo></flow>",
  "sub/double.xml": `<flow><eval out="$x">$x * 2</eval></flow>`,
  "sub/twice.xml": `<flow><sub-flow src="double.xml"/><sub-flow src="/sub/double.xml"/></flow>`,
  "sub/content.xml": `<flow><template>"from the sub-flow"</template><set-status code="201"/></flow>`,
  "sub/returns.xml": `<flow><return/><eval out="$x">0</eval></flow>`,
  "down.xml": `<flow><eval out="$n">$n - 1</eval><sub-flow src="down.xml" if="$n &gt; 0"/></flow>`,
};

samples(
  "sub-flow: src names a file",
  ["b.xml", "./sub/../b.xml", "/b.xml", "fit://site/b.xml", "fit://project/b.xml"].map((src) => ({
    name: src,
    flow: `<sub-flow src="${src}"/>`,
    text: "b",
  })),
  { files },
);

samples(
  "sub-flow",
  {
    "shares the variables, and the flow goes on": {
      flow: `<eval out="$x">5</eval><sub-flow src="sub/double.xml"/><template>{{ $x }}</template>`,
      json: 10,
    },
    "names its own sub-flows from where it is": {
      flow: `<eval out="$x">5</eval><sub-flow src="sub/twice.xml"/><template>{{ $x }}</template>`,
      json: 20,
    },
    "shares the response": {
      flow: `<sub-flow src="sub/content.xml"/>`,
      status: 201,
      json: "from the sub-flow",
    },
    "return ends it alone": {
      flow: `<eval out="$x">5</eval><sub-flow src="sub/returns.xml"/><template>{{ $x }}</template>`,
      json: 5,
    },
    "may call itself": {
      flow: `<eval out="$n">3</eval><sub-flow src="down.xml"/><template>{{ $n }}</template>`,
      json: 0,
    },
    "under a condition that does not hold": {
      flow: `<eval out="$x">5</eval><sub-flow src="sub/double.xml" if="$x = 6"/><template>{{ $x }}</template>`,
      json: 5,
    },
  },
  { files },
);

findings("sub-flow: what the build says", {
  "no src": { flow: "<sub-flow/>", finds: "error", message: /FLOW4005.*src/ },
  "a file that is missing": { flow: `<sub-flow src="none.xml"/>`, finds: "error", message: /FLOW4011/ },
  "a file outside": { flow: `<sub-flow src="../a.xml"/>`, finds: "error", message: /FLOW4012/ },
  text: {
    flow: `<sub-flow src="b.xml">x</sub-flow>`,
    finds: "error",
    message: /FLOW4006/,
    options: { files },
  },
  "another attribute": {
    flow: `<sub-flow src="b.xml" in="$x"/>`,
    finds: "warning",
    message: /FLOW4004 .*in/,
    options: { files },
  },
});
