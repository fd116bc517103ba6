import { Trans, useLingui } from '@lingui/react/macro'
import { config } from '../../host/config'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { Notice } from '../../ui/Notice'
import { TextField } from '../../ui/TextField'
import { PasskeySignIn } from './PasskeySignIn'
import { ProviderButtons } from './ProviderButtons'
import { type EmailEntryProps, useEmailEntry } from './useEmailEntry'
import { Working } from './Working'

type EmailStepProps = EmailEntryProps & {
  expired: boolean
  /** The page after the sign-in at a provider. */
  back: string | undefined
  onSignedIn: () => void
}

export function EmailStep({ expired, back, onSignedIn, ...handlers }: EmailStepProps) {
  const { t } = useLingui()
  const entry = useEmailEntry(handlers)
  return (
    <Card>
      <h1 tabIndex={-1}>
        <Trans>Sign in to {config.tenant.name}</Trans>
      </h1>
      <p className="mt-2 mb-5 text-muted">
        <Trans>We will email you a code. If you are new here, it also creates your account.</Trans>
      </p>
      {/* `dialog`: submitting the prerendered form, before the app has loaded, sends no request. */}
      <form method="dialog" className="grid gap-4" onSubmit={entry.submit} noValidate>
        {expired ? (
          <Notice tone="wait">
            <Trans>Your session has ended. Sign in again.</Trans>
          </Notice>
        ) : null}
        <TextField label={t`Email`} {...entry.input} />
        <Button type="submit" busy={entry.busy}>
          <Trans>Continue</Trans>
        </Button>
        <Working on={entry.working} />
      </form>
      <div className="mt-3 grid empty:hidden">
        <PasskeySignIn onSignedIn={onSignedIn} onProblem={entry.passkeyFailed} />
      </div>
      <ProviderButtons back={() => back} onProblem={entry.refuse} />
    </Card>
  )
}
