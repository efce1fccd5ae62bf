import { z } from 'zod'
import { boundedList, text } from '#lib/core/text.ts'
import { bankTableColumns } from '../labels.ts'
import { MAX_HEADING_LENGTH, MAX_MAP_COLUMNS } from './map-rules.ts'

/** Headings of a bank's file, separated by tabs, and what each column contains; null for a column that isn't read. */
export const columnMapInput = z.object({
  headings: text(MAX_MAP_COLUMNS * (MAX_HEADING_LENGTH + 1)),
  columns: boundedList(z.enum(bankTableColumns).nullable(), MAX_MAP_COLUMNS, { least: 1 }),
})

/** A column map as shown to staff. */
export const columnMapRow = z.object({
  id: z.int(),
  headings: z.array(z.string()),
  columns: z.array(z.enum(bankTableColumns).nullable()),
  /** Login id of the staff member who chose the columns. */
  madeBy: z.string(),
  /** Login id of the colleague who confirmed the columns; null if nobody has. */
  confirmedBy: z.string().nullable(),
  createdAt: z.iso.datetime(),
  /** True if the caller may import by this map: he made it, or somebody confirmed it. */
  isUsable: z.boolean(),
})

/** What the columns of a bank's files contain, as a staff member chose it. */
export type ColumnMapRow = z.output<typeof columnMapRow>

export const columnMapList = z.object({ rows: z.array(columnMapRow) })

export const storedColumnMap = z.object({ id: z.int() })
