/** The style of the page. Its hash is in the policy of the page, which allows no other. */
export const style =
  ":root{color-scheme:light dark;background:canvas;color:canvastext;font:1rem/1.5 system-ui,sans-serif}body{max-width:60rem;margin:0 auto;padding:1rem;overflow-wrap:anywhere}code,pre{font-family:ui-monospace,monospace}pre{white-space:pre-wrap;padding:.5rem;border:1px solid}.text{white-space:pre-wrap}section{border-top:1px solid;margin-top:1.5rem}dt{margin-top:1rem}dd{margin:0 0 0 1rem}";

/** SHA-256 of the style, in Base64. A test computes it. */
export const styleHash = "lsclxhScX4eAd58sb0GW6ILlBSal/kZMe8mpU3gRb88=";
