import { Trans, useLingui } from '@lingui/react/macro'
import { Bell, Globe, Moon } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { useSaveSettings } from '../../api/saveSettings'
import { MoneySettings } from '../../domain/settings/MoneySettings'
import { config } from '../../host/config'
import { chooseLocale } from '../../i18n/load'
import { LOCALE_NAMES, LOCALES, type Locale } from '../../i18n/locale'
import { chooseScheme, onScheme, type SchemeChoice, storedScheme } from '../../theme/scheme'
import { ListRow, ListRows } from '../../ui/ListRow'
import { SelectRow } from '../../ui/SelectRow'
import { Skeleton } from '../../ui/Skeleton'
import { notify } from '../../ui/toast'
import { InstallRow } from './InstallRow'
import { RowLink } from './RowLink'

/** How the app looks. Language and theme apply at once, then they are saved on the server for other devices. */
export function PreferenceRows() {
  return (
    <ListRows label={<Trans>Preferences</Trans>}>
      <LanguageRow />
      <ThemeRow />
      <MoneySettings placeholder={<Waiting />} />
      <RowLink
        to="/profile/$page"
        params={{ page: 'notification-settings' }}
        icon={Bell}
        title={<Trans>Notifications</Trans>}
        detail={<Trans>Topics, emails, web push and quiet hours</Trans>}
      />
      <InstallRow />
    </ListRows>
  )
}

function Waiting() {
  return (
    <div aria-busy="true" className="divide-y divide-line">
      {[0, 1].map((row) => (
        <ListRow
          key={row}
          glyph={<Skeleton className="size-full" />}
          title={<Skeleton className="h-4 w-32" />}
          chevron={false}
        />
      ))}
    </div>
  )
}

function LanguageRow() {
  const { i18n } = useLingui()
  const save = useSaveSettings(notify.failed)
  const choose = (locale: Locale) => {
    // Before the texts load: settings that arrive meanwhile must not revert the choice.
    save({ language: locale })
    void chooseLocale(locale)
  }
  return (
    <SelectRow
      glyph={<Globe size={20} strokeWidth={1.75} aria-hidden="true" />}
      label={<Trans>Language</Trans>}
      value={i18n.locale}
      shown={LOCALE_NAMES[i18n.locale as Locale]}
      onChange={(locale) => choose(locale as Locale)}
    >
      {LOCALES.filter((locale) => config.tenant.languages.includes(locale)).map((locale) => (
        <option key={locale} value={locale} lang={locale}>
          {LOCALE_NAMES[locale]}
        </option>
      ))}
    </SelectRow>
  )
}

function ThemeRow() {
  const { t } = useLingui()
  const scheme = useSyncExternalStore(onScheme, storedScheme)
  const save = useSaveSettings(notify.failed)
  const names: Record<SchemeChoice, string> = { system: t`As the system`, light: t`Light`, dark: t`Dark` }
  const choose = (next: SchemeChoice) => {
    chooseScheme(next)
    save({ theme: next })
  }
  return (
    <SelectRow
      glyph={<Moon size={20} strokeWidth={1.75} aria-hidden="true" />}
      label={<Trans>Theme</Trans>}
      value={scheme}
      shown={names[scheme]}
      onChange={(next) => choose(next as SchemeChoice)}
    >
      {Object.entries(names).map(([value, name]) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
    </SelectRow>
  )
}
