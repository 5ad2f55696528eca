/** Style sheets are imported for what they do: the bundler joins them. */
declare module "*.css";
