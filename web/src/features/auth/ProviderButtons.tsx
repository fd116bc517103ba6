import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { errorText } from '../../api/problemText'
import { type ProviderName, signIn } from '../../api/signIn'
import { config } from '../../host/config'
import { Button } from '../../ui/Button'
import { leaveFor } from '../../api/atProvider'
import { ProviderIcon } from './ProviderIcon'
import { isProvider, providerName } from '../../api/providerName'

type ProviderButtonsProps = {
  onProblem: (words: string) => void
  /** The page after the sign-in, when it begins. */
  back: () => string | undefined
  /** Only names, as parts of a row of ways to sign in. */
  short?: boolean
}

/** The sign-in providers of this tenant. Hidden if there are none. */
export function ProviderButtons({ onProblem, back, short = false }: ProviderButtonsProps) {
  const [busy, setBusy] = useState<ProviderName>()
  const offered = config.tenant.sign_in.filter(isProvider)
  if (offered.length === 0) return null
  const go = async (provider: ProviderName) => {
    if (busy) return
    setBusy(provider)
    try {
      leaveFor(provider, await signIn.start(provider), 'login', back())
    } catch (error) {
      setBusy(undefined)
      onProblem(errorText(error))
    }
  }
  const buttons = offered.map((provider) => (
    <Button key={provider} variant="quiet" busy={busy === provider} onClick={() => void go(provider)}>
      <ProviderIcon provider={provider} />
      {short ? providerName(provider) : <Trans>Continue with {providerName(provider)}</Trans>}
    </Button>
  ))
  if (short) return buttons
  return (
    <div className="mt-4 grid gap-3">
      <p className="flex items-center gap-3 text-[13px] text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        <Trans>or</Trans>
      </p>
      {buttons}
    </div>
  )
}
