/**
 * Texts for a member whose call got no response. They aren't in labels.ts, because the order screen, which doesn't show
 * them, would load them too.
 */
export const unknownOutcomeTexts = {
  /** A retry can't order twice, because it has the same idempotency key. */
  order: '주문됐는지 확인하지 못했어요. 다시 눌러도 두 번 주문되지 않아요.',
  /** The list is loaded again with it, and shows what became of the order. */
  cancellation: '취소됐는지 확인하지 못했어요. 주문 상태를 봐 주세요.',
} as const
