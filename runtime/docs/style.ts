/** The style of the page. Its hash is in the policy of the page, which allows no other. */
export const style =
  ":root{color-scheme:light dark;font:1rem/1.5 system-ui,sans-serif}body{max-width:60rem;margin:0 auto;padding:1rem}code,pre{font-family:ui-monospace,monospace;overflow-wrap:anywhere}pre{overflow:auto;padding:.5rem;border:1px solid}.text{white-space:pre-wrap}section{border-top:1px solid;margin-top:1.5rem}table{border-collapse:collapse}th,td{text-align:left;vertical-align:top;padding:.25rem .75rem .25rem 0}";

/** SHA-256 of the style, in Base64. A test computes it. */
export const styleHash = "XS0UBQfpGBp7yHIAdKb7/Gnw8hA35xlk+Jx2akjGDtY=";
