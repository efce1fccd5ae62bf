import { randomInt } from 'node:crypto'

/** A person with a bank account. `name` is the holder's name as verified by the bank, not a name typed by a payer. */
export type Person = { readonly name: string; readonly isGang: boolean; readonly account: string }

/** A credit to the shop's bank account: a transfer that `payer` really made. */
export type BankLine = {
  readonly externalId: string
  readonly payer: Person
  /** Depositor name that the payer typed for the transfer: his own or any other name. */
  readonly name: string
  readonly amount: number
}

/** The bank's records, which everybody with access to the shop's account can read. Amounts are in won. */
export type Bank = { readonly persons: Person[]; readonly lines: BankLine[] }

export const newBank = (): Bank => ({ persons: [], lines: [] })

export function openBankAccount(bank: Bank, name: string, isGang: boolean): Person {
  const person = { name, isGang, account: `${100 + bank.persons.length}${randomInt(10_000_000, 99_999_999)}` }
  bank.persons.push(person)
  return person
}

/** Records a transfer of this many won to the shop's account, under the depositor name that the payer typed. */
export function transfer(bank: Bank, payer: Person, name: string, amount: number): BankLine {
  const line = { externalId: `line-${randomInt(2 ** 47)}`, payer, name, amount }
  bank.lines.push(line)
  return line
}

/** The holder of the account with this number; undefined if the bank has no such account. */
export const findAccountHolder = (bank: Bank, account: string): Person | undefined =>
  bank.persons.find((person) => person.account === account)

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0)

/** Sum of the gang's real transfers to the shop, in won. */
export const sumPaidInByGang = ({ lines }: Bank): number =>
  sum(lines.filter(({ payer }) => payer.isGang).map(({ amount }) => amount))
