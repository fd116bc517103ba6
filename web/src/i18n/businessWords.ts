import { fetching, seldomWords } from './load'

// Not in load.ts, which is in the start-up script.
const ownWords = fetching({
  en: () => import('../locales/business/en.po'),
  uk: () => import('../locales/business/uk.po'),
  ru: () => import('../locales/business/ru.po'),
  pl: () => import('../locales/business/pl.po'),
})

/** The texts of the folders in `BUSINESS`, and those of the parts that they share with other pages. */
export async function businessWords(): Promise<void> {
  await Promise.all([seldomWords(), ownWords()])
}
