declare module "virtual:vega-lite-schema" {
  /** JSON. */
  export const schemaText: string;
}
