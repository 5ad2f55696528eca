/** What HTML 4 says about elements and attributes, as libxml2 knows it. Names are in lower case. */

function names(list: string): ReadonlySet<string> {
  return new Set(list.split(" "));
}

/** Elements that have no end tag. */
export const voidElements = names("area base basefont br col frame hr img input isindex link meta param");

/** Elements around which white space may be added. */
export const blockElements = names(
  "address area base blockquote body caption center col colgroup dd dir div dl dt fieldset form frame frameset h1 h2 h3 h4 h5 h6 head hr html isindex legend li link menu meta noframes noscript ol optgroup option p param pre style table tbody td tfoot th thead title tr ul",
);

/** Attributes that mean something by being there. */
export const booleanAttributes = names(
  "checked compact declare defer disabled ismap multiple nohref noresize noshade nowrap readonly selected",
);
