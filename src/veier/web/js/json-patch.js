// @ts-check
/** JSON Patch (RFC 6902) as the server sends it: add, remove and replace, without escapes in paths. */

/** @typedef {{op: "add" | "remove" | "replace", path: string, value?: any}} Change */

/**
 * Return a value with changes made. What does not change is shared with the old value, which stays as it is: so it
 * can be compared by identity.
 * @param {any} value
 * @param {readonly Change[]} changes
 */
export function applyPatch(value, changes) {
  return changes.reduce((made, change) => apply(made, change.path.split("/").slice(1), change), value);
}

/**
 * @param {any} value
 * @param {readonly string[]} path
 * @param {Change} change
 * @returns {any}
 */
function apply(value, path, change) {
  const [name, ...rest] = path;
  if (name === undefined) return change.value;
  if (!Array.isArray(value)) return { ...value, [name]: apply(value[name], rest, change) };
  const items = [...value];
  const place = Number(name);
  if (rest.length || change.op === "replace") items[place] = apply(items[place], rest, change);
  else if (change.op === "add") items.splice(place, 0, change.value);
  else items.splice(place, 1);
  return items;
}
