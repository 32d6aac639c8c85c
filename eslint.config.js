import js from "@eslint/js";
import { defineConfig } from "eslint/config";
import globals from "globals";

export default defineConfig([
  {
    files: ["src/veier/web/**/*.js", "*.js"],
    extends: [js.configs.recommended],
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      curly: ["error", "multi-line"],
      eqeqeq: ["error", "always", { null: "ignore" }],
      "no-implicit-globals": "error",
      "no-shadow": "error",
      "no-unused-vars": "error",
      "no-var": "error",
      "object-shorthand": "error",
      "prefer-const": "error",
      "prefer-template": "error",
    },
  },
  { files: ["src/veier/web/js/**/*.js"], languageOptions: { globals: globals.browser } },
  {
    // A classic script, loaded before the first paint.
    files: ["src/veier/web/js/theme.js"],
    languageOptions: { sourceType: "script" },
  },
  {
    files: ["src/veier/web/sw.js", "src/veier/web/sw-push.js"],
    languageOptions: { sourceType: "script", globals: globals.serviceworker },
    rules: { "no-implicit-globals": "off" },
  },
]);
