// @ts-check
/** The players of a tournament, for its organiser: who is here, links and codes, who is away, who comes late. */

import { h, put } from "../dom.js";
import { t } from "../i18n.js";
import { post, remove } from "../net.js";
import { confirmed, dialog } from "./dialogs.js";
import { icon } from "./icons.js";
import { linkPart, showLink, showLinkList } from "./links.js";
import { notice, reason } from "./notices.js";

/** @typedef {import("../types.js").Tournament} Tournament */

export class PlayersPart {
  /**
   * @param {(command: any) => Promise<boolean>} send
   * @param {() => void} gone called when the tournament is deleted
   */
  constructor(send, gone) {
    this.send = send;
    this.gone = gone;
    /** @type {Tournament | null} */
    this.state = null;
    this.list = h("ul.entrants");
    this.name = h("input.input", { type: "text", maxlength: 48, id: "late-name", autocomplete: "off" });
    this.element = h(
      "section.panel.of-players",
      {},
      h("h2", {}, t("web.tournament.players")),
      this.list,
      h(
        "form.late",
        { onsubmit: (/** @type {Event} */ event) => this.#add(event) },
        h("label.label", { for: "late-name" }, t("web.tournament.add")),
        h("div.row", {}, this.name, h("button.btn", { type: "submit" }, t("web.tournament.add_button"))),
      ),
      h(
        "div.row.further",
        {},
        plainButton("link", t("web.tournament.all_links"), () => this.showLinks()),
        plainButton("device", t("web.tournament.other_device"), () => this.#handOver()),
        plainButton("close", t("web.tournament.delete"), () => this.#delete()),
      ),
    );
    /** What each line shows. @type {string[]} */
    this.shown = [];
  }

  /** @param {Tournament} state */
  update(state) {
    this.state = state;
    state.players.forEach((player, number) => {
      const shown = JSON.stringify(player);
      if (this.shown[number] === shown) return;
      this.shown[number] = shown;
      const line = this.list.children[number] ?? this.list.appendChild(h("li"));
      const button = line.querySelector("button");
      const had = line.contains(document.activeElement) && document.activeElement === button;
      put(line, ...this.#line(player, number));
      if (had) line.querySelector("button")?.focus();
    });
  }

  /**
   * @param {{name: string, away: boolean, arrived: boolean}} player
   * @param {number} number
   */
  #line({ name, away, arrived }, number) {
    const box = h("input", {
      type: "checkbox",
      checked: !away,
      "aria-label": t("web.tournament.plays_named", { name }),
      onchange: () => this.send({ kind: "set_away", player: number, away: !box.checked }),
    });
    return [
      h("b", {}, h("bdi", {}, name)),
      arrived && h("span.tag.arrived", {}, icon("check"), h("span", {}, t("web.tournament.here"))),
      h("label.plays", {}, box, h("span", {}, t("web.tournament.plays"))),
      h(
        "button.btn",
        {
          type: "button",
          "aria-label": t("web.tournament.link_named", { name }),
          onclick: () => this.#showLink(name, number),
        },
        icon("link"),
        h("span", {}, t("web.tournament.show_link")),
      ),
    ];
  }

  /**
   * @param {string} name
   * @param {number} number
   */
  async #showLink(name, number) {
    try {
      const { links } = await post(`/api/v1/tournaments/${this.state?.id}/links`);
      const title = t("web.tournament.link_named", { name });
      const answer = await dialog(
        title,
        [h("p", {}, t("web.tournament.link_what", { name })), linkPart(title, this.#path(links[number].token))],
        [
          { text: t("web.tournament.replace"), value: "replace" },
          { text: t("web.done"), value: "", primary: true },
        ],
      );
      if (answer !== "replace" || !(await this.send({ kind: "replace_link", player: number }))) return;
      notice(t("web.tournament.replaced"));
      await this.#showLink(name, number);
    } catch (error) {
      notice(reason(error));
    }
  }

  /** Show the links of all players, to copy at once. */
  async showLinks() {
    try {
      const { links } = await post(`/api/v1/tournaments/${this.state?.id}/links`);
      const named = links.map((/** @type {{token: string}} */ { token }, /** @type {number} */ player) => ({
        name: this.state?.players[player]?.name ?? "",
        path: this.#path(token),
      }));
      await showLinkList(t("web.tournament.all_links"), t("web.tournament.all_links_what"), named);
    } catch (error) {
      notice(reason(error));
    }
  }

  async #delete() {
    const text = t("web.tournament.delete_what");
    if (!(await confirmed(t("web.tournament.delete_title"), text, t("web.tournament.delete")))) return;
    try {
      await remove(`/api/v1/tournaments/${this.state?.id}`);
      // The socket may have told it first.
      if (this.element.isConnected) this.gone();
    } catch (error) {
      notice(reason(error));
    }
  }

  async #handOver() {
    try {
      const { token } = await post(`/api/v1/tournaments/${this.state?.id}/handover`);
      await showLink(t("web.tournament.other_device"), t("web.tournament.other_device_what"), this.#path(token));
    } catch (error) {
      notice(reason(error));
    }
  }

  /** @param {string} token */
  #path(token) {
    return `/tournament/${this.state?.id}#play=${token}`;
  }

  /** @param {Event} event */
  async #add(event) {
    event.preventDefault();
    const name = this.name.value.trim();
    if (!name || !this.state) return this.name.focus();
    if (await this.send({ kind: "add_player", number: this.state.players.length, name })) this.name.value = "";
    this.name.focus();
  }
}

/**
 * @param {string} sign
 * @param {string} text
 * @param {() => void} act
 */
function plainButton(sign, text, act) {
  return h("button.btn.plain", { type: "button", onclick: act }, icon(sign), text);
}
