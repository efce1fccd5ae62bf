/** Why a workbook can't be read. */
export type WorkbookFault = 'TOO_BIG' | 'LOCKED' | 'BROKEN'

export class UnreadableWorkbook extends Error {
  readonly fault: WorkbookFault

  constructor(fault: WorkbookFault) {
    super(fault)
    this.fault = fault
  }
}

export const broken = () => new UnreadableWorkbook('BROKEN')
export const tooBig = () => new UnreadableWorkbook('TOO_BIG')

/**
 * Replaces a cell that is not read: an error, an overlong text, an invalid number, an invalid date, an invalid
 * reference to a shared text, or a formula, whose stored result can't be checked here. The first character of this
 * constant occurs in no name or amount, so the import reports a line as unreadable if a needed column contains it.
 */
export const UNREADABLE_CELL = '\u001a(수식)'
