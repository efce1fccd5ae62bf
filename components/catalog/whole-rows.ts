/**
 * Height, in pixels, at which a list ends with a whole row: the lower edge of the last row within `limit`, or `limit`
 * if not even the first row fits. `bottoms` are the positions of the rows' lower edges, from top to bottom.
 */
export const wholeRowsHeight = (bottoms: readonly number[], limit: number): number =>
  bottoms.findLast((bottom) => bottom <= limit) ?? limit
