/** The module that the server makes of the catalogues; see `server/assets/embed_module.py`. */
export const TEXTS: Record<"lb" | "fr" | "de" | "en", Record<string, string>>;
