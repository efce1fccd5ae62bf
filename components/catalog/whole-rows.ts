/**
 * Height at which a list ends with a whole row: the bottom of the last row within `limit`, or `limit` itself if not
 * even the first row fits. `bottoms` are the positions of the rows' lower edges, from top to bottom. All in pixels.
 */
export const wholeRowsHeight = (bottoms: readonly number[], limit: number): number =>
  bottoms.findLast((bottom) => bottom <= limit) ?? limit
