// @ts-check
/** Updating the DOM without touching what stays the same: the browser then lays out and paints only what changed. */

/**
 * Replace an element's children. Existing children that equal the new ones stay, with their listeners, focus and
 * animations; so a listener may depend only on what can be seen.
 *
 * @param {Element} parent
 * @param {readonly Node[]} children
 */
export function reconcile(parent, children) {
  children.forEach((child, place) => {
    const [here, next] = [parent.childNodes[place] ?? null, parent.childNodes[place + 1]];
    if (here?.isEqualNode(child)) return;
    if (here && next?.isEqualNode(child)) here.remove();
    else parent.insertBefore(child, here);
  });
  while (parent.childNodes.length > children.length) parent.lastChild?.remove();
}
