import { randomInt } from 'node:crypto'

/** The holder of a bank account. `name` is the verified name of the holder, not one that a payer entered. */
export type Person = { readonly name: string; readonly isGang: boolean; readonly account: string }

/** A credit on the shop's account at the bank: a real transfer from the account of `payer`. */
export type BankLine = {
  readonly externalId: string
  readonly payer: Person
  /** Depositor's name that the payer entered for the transfer: his own or any other. */
  readonly name: string
  readonly amount: number
}

/** The bank's records, as seen by a person with access to the shop's account. Amounts are in won. */
export type Bank = { readonly persons: Person[]; readonly lines: BankLine[] }

export const newBank = (): Bank => ({ persons: [], lines: [] })

export function openAccount(bank: Bank, name: string, isGang: boolean): Person {
  const person = { name, isGang, account: `${100 + bank.persons.length}${randomInt(10_000_000, 99_999_999)}` }
  bank.persons.push(person)
  return person
}

export function transfer(bank: Bank, payer: Person, name: string, amount: number): BankLine {
  const line = { externalId: `line-${randomInt(2 ** 47)}`, payer, name, amount }
  bank.lines.push(line)
  return line
}

/** The holder of the account with this number; undefined if the bank has no such account. */
export const holderOf = (bank: Bank, account: string): Person | undefined =>
  bank.persons.find((person) => person.account === account)

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0)

/** Sum of the gang's real transfers to the shop, in won. */
export const paidInByGang = ({ lines }: Bank): number =>
  sum(lines.filter(({ payer }) => payer.isGang).map(({ amount }) => amount))
