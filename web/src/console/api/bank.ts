import { queryOptions } from '@tanstack/react-query'
import { ask, askFile } from './ask'
import type { components } from './schema.gen'

type Schemas = components['schemas']
export type Bank = Schemas['BankInfo']
export type BankFile = Schemas['BankFileInfo']
export type BankStatement = Schemas['BankStatementInfo']
export type BankEntry = Schemas['BankEntryInfo']
export type BankGap = Schemas['BankGapInfo']
export type Waiting = Schemas['BankWaitingInfo']

export const bankQuery = queryOptions({
  queryKey: ['bank'],
  queryFn: ({ signal }) => ask<Bank>('bank', { signal }),
})

export type StatementsRead = Schemas['StatementsRead']

/** Uploads a file of statements. New entries wait for a second operator. A file that is not understood is refused whole. */
export async function readStatements(file: File): Promise<StatementsRead> {
  const headers = { 'Content-Type': 'application/xml' }
  const response = await askFile('bank/statements', { method: 'POST', headers, body: file })
  return (await response.json()) as StatementsRead
}

/** The original file of a statement. */
export const openStatement = async (id: string): Promise<Blob> => (await askFile(`bank/statements/${id}/file`)).blob()

/** The classification of an entry by an operator. */
export type EntryState = Schemas['BankEntryActed']['state']

/** Decides an entry, once. Returns what it is, by this operator or by another before. */
export async function decideEntry(id: string, as: EntryState, reason: string): Promise<EntryState> {
  const decided = await ask<Schemas['BankEntryActed']>(`bank/entries/${id}/${as}`, { method: 'POST', body: { reason } })
  return decided.state
}

/** Makes a payment file of the payments that wait in a currency. */
export const makeFile = (currency: string) => ask<BankFile>('bank/files', { method: 'POST', body: { currency } })

/** The bank refused a payment file. */
export const refuseFile = (id: string, reason: string) =>
  ask<Schemas['BankFileRefused']>(`bank/files/${id}/refused`, { method: 'POST', body: { reason } })

/** The content of a payment file. */
export const openFile = async (id: string): Promise<Blob> => (await askFile(`bank/files/${id}`)).blob()
