import { useLingui } from '@lingui/react/macro'
import { useId } from 'react'
import { config } from '../host/config'
import { chooseLocale } from '../i18n/load'
import { LOCALE_NAMES, LOCALES, type Locale } from '../i18n/locale'

type LanguageSelectProps = { onChosen: (locale: Locale) => void }

/** The native select: it works with every keyboard, screen reader and phone. */
export function LanguageSelect({ onChosen }: LanguageSelectProps) {
  const { t, i18n } = useLingui()
  const id = useId()
  const offered = LOCALES.filter((locale) => config.tenant.languages.includes(locale))
  const choose = (locale: Locale) => {
    // Before the texts load: settings that arrive meanwhile must not revert the choice.
    onChosen(locale)
    return chooseLocale(locale)
  }
  return (
    <>
      <label htmlFor={id} className="sr-only">
        {t`Language`}
      </label>
      <select
        id={id}
        value={i18n.locale}
        onChange={(event) => void choose(event.target.value as Locale)}
        className="min-h-11 rounded-m bg-transparent px-3 text-muted field-sizing-content"
      >
        {offered.map((locale) => (
          <option key={locale} value={locale} lang={locale} className="bg-surface text-text">
            {LOCALE_NAMES[locale]}
          </option>
        ))}
      </select>
    </>
  )
}
