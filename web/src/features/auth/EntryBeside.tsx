import { useLingui } from '@lingui/react/macro'
import { ArrowRight } from 'lucide-react'
import { Button } from '../../ui/Button'
import { TextField } from '../../ui/TextField'
import { PasskeySignIn } from './PasskeySignIn'
import { pendingLogin } from './pendingLogin'
import { ProviderButtons } from './ProviderButtons'
import { useEmailEntry } from './useEmailEntry'
import { Working } from './Working'

type EntryBesideProps = {
  /** The page after the sign-in at a provider, when it begins. */
  back: () => string | undefined
  /** A code was sent. The sign-in page asks for it. */
  onCode: () => void
  onSignedIn: () => void
  onBlocked: () => void
}

/** All sign-in methods, in a compact form beside other content. */
export function EntryBeside({ back, onCode, onSignedIn, onBlocked }: EntryBesideProps) {
  const { t } = useLingui()
  const entry = useEmailEntry({
    onBlocked,
    onSent: (email, challenge, link) => {
      pendingLogin.begin(email, challenge, link)
      onCode()
    },
  })
  return (
    <div className="grid gap-3">
      {/* `dialog`: submitting the prerendered form, before the app has loaded, sends no request. */}
      <form method="dialog" className="grid gap-2" onSubmit={entry.submit} noValidate>
        <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-2">
          <TextField label={t`Email`} {...entry.input} />
          <Button
            type="submit"
            variant="quiet"
            busy={entry.busy}
            aria-label={t`Continue`}
            className="max-h-[72px] px-4"
          >
            {entry.busy ? null : <ArrowRight size={20} aria-hidden="true" />}
          </Button>
        </div>
        <Working on={entry.working} />
      </form>
      <div className="grid grid-cols-2 gap-2 [&>:last-child:nth-child(odd)]:col-span-2">
        <PasskeySignIn short onSignedIn={onSignedIn} onProblem={entry.passkeyFailed} />
        <ProviderButtons short back={back} onProblem={entry.refuse} />
      </div>
    </div>
  )
}
