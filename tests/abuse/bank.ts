import { randomInt } from 'node:crypto'

/** Somebody with a bank account of his own. The holder's name is the bank's knowledge, not what anybody types. */
export type Person = { readonly name: string; readonly isGang: boolean; readonly account: string }

/** A credit on the shop's account as the bank shows it: real money, from the account of `payer`. */
export type Line = {
  readonly externalId: string
  readonly payer: Person
  /** What the payer had printed as depositor: his own name, or any other. */
  readonly name: string
  readonly amount: number
}

/** The bank as whoever has access to the shop's account sees it. Amounts are won. */
export type Bank = { readonly persons: Person[]; readonly lines: Line[] }

export const newBank = (): Bank => ({ persons: [], lines: [] })

export function openAccount(bank: Bank, name: string, isGang: boolean): Person {
  const person = { name, isGang, account: `${100 + bank.persons.length}${randomInt(10_000_000, 99_999_999)}` }
  bank.persons.push(person)
  return person
}

export function transfer(bank: Bank, payer: Person, name: string, amount: number): Line {
  const line = { externalId: `line-${randomInt(2 ** 47)}`, payer, name, amount }
  bank.lines.push(line)
  return line
}

/** Whose account money goes to that is sent to this number. */
export const holderOf = (bank: Bank, account: string): Person | undefined =>
  bank.persons.find((person) => person.account === account)

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0)

/** What the gang really transferred to the shop. */
export const paidInByGang = ({ lines }: Bank): number =>
  sum(lines.filter(({ payer }) => payer.isGang).map(({ amount }) => amount))
