/** The module that the server makes of style sheets, for a shadow tree; see `server/assets/embed_module.py`. */
export const STYLES: string;
