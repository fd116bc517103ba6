import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Tone } from '../../ui/Badge'
import type { CustomerDocument, DocumentFormat, IssuedDocumentKind, DocumentLanguage } from './queries'

export const KINDS: Record<IssuedDocumentKind, MessageDescriptor> = {
  ACCOUNT_STATEMENT: msg`Account statement`,
  WALLET_STATEMENT: msg`Wallet statement`,
  LETTER_OF_GOOD_STANDING: msg`Letter of good standing`,
}

/** The formats of each kind: a letter is for reading only. */
export const FORMATS: Record<IssuedDocumentKind, readonly DocumentFormat[]> = {
  ACCOUNT_STATEMENT: ['PDF', 'XLSX', 'CSV'],
  WALLET_STATEMENT: ['PDF', 'XLSX', 'CSV'],
  LETTER_OF_GOOD_STANDING: ['PDF'],
}

/** Languages by their own names, which are not translated. */
export const LANGUAGES: Record<DocumentLanguage, string> = {
  en: 'English',
  uk: 'Українська',
  ru: 'Русский',
  pl: 'Polski',
}

export const STATES: Record<CustomerDocument['state'], { tone: Tone; words: MessageDescriptor }> = {
  QUEUED: { tone: 'wait', words: msg`In the queue` },
  PROCESSING: { tone: 'wait', words: msg`Being made` },
  READY: { tone: 'ok', words: msg`Ready` },
  FAILED: { tone: 'bad', words: msg`Not made` },
  EXPIRED: { tone: 'plain', words: msg`Deleted` },
}

export const FAILURES: Record<NonNullable<CustomerDocument['failure']>, MessageDescriptor> = {
  TOO_MANY_MOVEMENTS: msg`There are too many movements for one document. Choose a shorter period.`,
  TOO_LARGE: msg`The file would be too large. Choose a shorter period.`,
  NOT_IN_GOOD_STANDING: msg`The account is restricted, is being closed, or owes something. Contact support.`,
  NOT_VERIFIED: msg`Your identity is no longer verified. Contact support.`,
  INTERNAL: msg`Something went wrong on our side. Ask for it again.`,
}
