// @ts-check
/** Sharing a study: a link to read it, one to edit it, and the end of all links to edit. */

import { h, put } from "../dom.js";
import { t } from "../i18n.js";
import { post, remove } from "../net.js";
import { confirmed, dialog } from "./dialogs.js";
import { icon } from "./icons.js";
import { linkPart } from "./links.js";
import { notice, reason } from "./notices.js";

/** @param {import("./study-sync.js").Outline} study */
export async function shareStudy(study) {
  const title = study.title || t("study.untitled");
  const edit = h("section.share-edit");
  const offer = () =>
    put(
      edit,
      h("p.quiet", {}, t("web.study.edit_what")),
      h("button.btn", { type: "button", onclick: () => void make() }, icon("people"), t("web.study.edit_link")),
      study.rights === "owner" &&
        h("button.btn", { type: "button", onclick: () => void end() }, icon("close"), t("web.study.end_links")),
    );

  async function make() {
    try {
      const { token } = await post(`/api/v1/studies/${study.id}/links`);
      put(edit, linkPart(title, `/study/${study.id}#edit=${token}`));
    } catch (error) {
      notice(reason(error));
    }
  }

  async function end() {
    if (!(await confirmed(t("web.study.end_links"), t("web.study.end_what"), t("web.study.end_links")))) return;
    try {
      await remove(`/api/v1/studies/${study.id}/links`);
      notice(t("web.study.ended"));
    } catch (error) {
      notice(reason(error));
    }
  }

  offer();
  const content = [
    h("h3", {}, t("web.study.read_link")),
    linkPart(title, `/study/${study.id}`),
    study.rights !== "read" && h("h3", {}, t("web.study.edit_heading")),
    study.rights !== "read" && edit,
  ];
  await dialog(t("web.study.share"), content, [{ text: t("web.done"), value: "", primary: true }]);
}
