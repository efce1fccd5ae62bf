import { describe, expect, it } from 'vitest'
import { findNeighbourId, findNextWaitingId } from './row-selection.ts'

describe('moving through rows', () => {
  it('goes down and up and stops at both ends', () => {
    expect(findNeighbourId([9, 7, 5], 9, 1)).toBe(7)
    expect(findNeighbourId([9, 7, 5], 5, 1)).toBe(5)
    expect(findNeighbourId([9, 7, 5], 9, -1)).toBe(9)
    expect(findNeighbourId([9, 7, 5], 5, -1)).toBe(7)
  })

  it('begins at an end where nothing, or nothing of this list, is chosen', () => {
    expect(findNeighbourId([9, 7, 5], null, 1)).toBe(9)
    expect(findNeighbourId([9, 7, 5], null, -1)).toBe(5)
    expect(findNeighbourId([9, 7, 5], 4, 1)).toBe(9)
    expect(findNeighbourId([], null, 1)).toBeNull()
  })
})

describe('the next row that waits', () => {
  const rows = [9, 8, 7, 6, 5].map((id) => ({ id, open: id !== 7 && id !== 9 }))
  const open = (row: { open: boolean }) => row.open

  it('is the one below, past those that are done', () => {
    expect(findNextWaitingId(rows, 8, open)).toBe(6)
    expect(findNextWaitingId(rows, 6, open)).toBe(5)
  })

  it('is the nearest above at the end of the list', () => {
    expect(findNextWaitingId(rows, 5, open)).toBe(6)
  })

  it('never is the row itself, and none when all are done', () => {
    expect(findNextWaitingId([{ id: 1, open: true }], 1, open)).toBeNull()
    expect(findNextWaitingId([], 1, open)).toBeNull()
  })

  it('walks a whole list of fifty, each row once', () => {
    let left = Array.from({ length: 50 }, (_, at) => ({ id: 50 - at, open: true }))
    const seen: number[] = []
    for (let id: number | null = 50; id !== null; id = findNextWaitingId(left, id, open)) {
      seen.push(id)
      left = left.map((row) => (row.id === id ? { ...row, open: false } : row))
    }
    expect(seen).toEqual(Array.from({ length: 50 }, (_, at) => 50 - at))
  })
})
