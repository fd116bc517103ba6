import { notFound } from '@tanstack/react-router'
import type { ComponentType, ReactNode } from 'react'
import { businessWords } from '../i18n/businessWords'
import { laterWords, seldomWords } from '../i18n/load'

type PageProps = {
  /** The link back to the profile. */
  back: ReactNode
  /** The path of the first page. */
  home: string
}
type Part = { default: ComponentType<PageProps> }

/** The words and the code of each page below /profile. */
const PAGES = {
  account: [seldomWords, () => import('./profile/OwnAccount')],
  'api-management': [businessWords, () => import('../features/partner/KeysPage')],
  'api-reference': [businessWords, () => import('../features/partner/reference/ReferencePage')],
  'cards-for-deposits': [laterWords, () => import('../features/saved-cards/SavedCardsPage')],
  'details-for-withdrawals': [businessWords, () => import('../features/saved/SavedPage')],
  devices: [laterWords, () => import('../features/security/DevicesPage')],
  documents: [seldomWords, () => import('./OwnDocuments')],
  limits: [laterWords, () => import('./OwnLimits')],
  merchant: [businessWords, () => import('../features/merchant/MerchantPage')],
  'notification-settings': [seldomWords, () => import('../features/notifications/SettingsPage')],
  notifications: [seldomWords, () => import('./notifications/OwnNotifications')],
  'partner-access': [businessWords, () => import('../features/partner/PartnerAccessPage')],
  'partner-verification': [businessWords, () => import('../features/partner/ShareVerification')],
  passkeys: [laterWords, () => import('../features/security/PasskeysPage')],
  phrase: [laterWords, () => import('../features/security/MailPhrasePage')],
  profiles: [seldomWords, () => import('../features/profiles/ProfilesPage')],
  terms: [seldomWords, () => import('../features/account/TermsPage')],
} satisfies Record<string, [words: () => Promise<void>, code: () => Promise<Part>]>

export type ProfilePage = keyof typeof PAGES

/** Loads a page with its words. Throws `notFound` for an unknown word. */
export async function profilePage(page: ProfilePage): Promise<Part['default']> {
  if (!Object.hasOwn(PAGES, page)) throw notFound()
  const [words, code] = PAGES[page]
  const [part] = await Promise.all([code(), words()])
  return part.default
}

/**
 * The pages that check a paper, the accessibility statement, for everybody, and the error of a native app. They are here
 * because a file of their own adds to the start-up script.
 */
const PAPERS: Record<string, () => Promise<ComponentType>> = {
  accessibility: async () => (await import('../features/support/AccessibilityPage')).AccessibilityPage,
  receipt: async () => (await import('../features/receipt/ReceiptPage')).ReceiptPage,
  'verify-document': async () => (await import('../features/documents/verify/VerifyPage')).VerifyPage,
  'native-error': async () => (await import('./native/NativeError')).default,
}

/** Loads a page that checks papers, with its words. Throws `notFound` for an unknown word. */
export async function paperPage(paper: string): Promise<ComponentType> {
  const load = Object.hasOwn(PAPERS, paper) ? PAPERS[paper] : undefined
  if (!load) throw notFound()
  const [page] = await Promise.all([load(), seldomWords()])
  return page
}
