/** Name of the link that a notice leads to. */
export const noticeLinkLabel = '자세히 보기'
