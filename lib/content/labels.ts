/** Text of a notice's link. */
export const noticeLinkLabel = '자세히 보기'
