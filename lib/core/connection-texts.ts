/** Texts about the connection of an open page to the shop. */
export const connectionTexts = {
  /** While the page waits for the connection. */
  offline: '인터넷 연결이 끊겼어요. 다시 연결되면 이어서 불러와요.',
  /** If a part of the page can't be loaded any more, as after an upgrade of the shop. */
  outdated: '화면을 새로 고친 뒤 다시 시도해 주세요.',
} as const
