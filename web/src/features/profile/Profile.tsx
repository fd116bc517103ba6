import { Trans, useLingui } from '@lingui/react/macro'
import { LogOut } from 'lucide-react'
import { type ReactNode, useState, useSyncExternalStore } from 'react'
import { signOut } from '../../api/session'
import { useSaveSettings } from '../../api/saveSettings'
import { useSession } from '../../api/useSession'
import { MoneySettings } from '../../domain/settings/MoneySettings'
import { chooseScheme, onScheme, type SchemeChoice, storedScheme } from '../../theme/scheme'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { Page } from '../../ui/Page'
import { Segmented } from '../../ui/Segmented'
import { notify } from '../../ui/toast'
import { SignInMethods } from './SignInMethods'

type ProfileProps = {
  language: (onChosen: (locale: string) => void) => ReactNode
  /** The rest of the menu: links to other pages. */
  menu: ReactNode
  version: string
}

/** The customer's settings. Language and theme apply at once, then they are saved on the server. */
export function Profile({ language, menu, version }: ProfileProps) {
  const { t } = useLingui()
  const session = useSession()
  const scheme = useSyncExternalStore(onScheme, storedScheme)
  const [busy, setBusy] = useState(false)
  // The change already applies here; only saving it for other devices can fail.
  const save = useSaveSettings(notify.failed)
  const choose = (next: SchemeChoice) => {
    chooseScheme(next)
    save({ theme: next })
  }
  const leave = () => {
    setBusy(true)
    void signOut()
  }
  return (
    <Page title={<Trans>Profile</Trans>} narrow>
      <div className="grid gap-5">
        <Card>
          <p className="text-[13px] text-muted">
            <Trans>Signed in as</Trans>
          </p>
          <p className="break-all font-semibold">{session.status === 'in' ? session.email : ''}</p>
        </Card>
        <Card title={<Trans>Settings</Trans>}>
          <div className="grid gap-5">
            {language((locale) => save({ language: locale }))}
            <div className="grid gap-2">
              <span className="font-medium" aria-hidden="true">
                <Trans>Theme</Trans>
              </span>
              <Segmented
                label={t`Theme`}
                value={scheme}
                onChange={choose}
                options={[
                  { value: 'system', label: t`System` },
                  { value: 'light', label: t`Light` },
                  { value: 'dark', label: t`Dark` },
                ]}
              />
            </div>
            <MoneySettings />
          </div>
        </Card>
        <SignInMethods />
        {menu}
        <Button variant="quiet" busy={busy} onClick={leave}>
          <LogOut size={18} aria-hidden="true" />
          <Trans>Sign out</Trans>
        </Button>
        <p className="text-center text-[13px] text-faint">
          <Trans>Version {version}</Trans>
        </p>
      </div>
    </Page>
  )
}
