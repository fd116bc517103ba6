import { Trans } from '@lingui/react/macro'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { errorText } from '../../api/problemText'
import { type ProviderName, signIn } from '../../api/signIn'
import { config } from '../../host/config'
import { Button } from '../../ui/Button'
import { leaveFor } from '../../api/atProvider'
import { ProviderIcon } from './ProviderIcon'
import { isProvider, providerName } from '../../api/providerName'

/** The sign-in providers of this tenant. Hidden if there are none. */
export function ProviderButtons({ onProblem }: { onProblem: (words: string) => void }) {
  const { back } = useSearch({ strict: false })
  const [busy, setBusy] = useState<ProviderName>()
  const offered = config.tenant.sign_in.filter(isProvider)
  if (offered.length === 0) return null
  const go = async (provider: ProviderName) => {
    if (busy) return
    setBusy(provider)
    try {
      leaveFor(provider, await signIn.start(provider), 'login', back)
    } catch (error) {
      setBusy(undefined)
      onProblem(errorText(error))
    }
  }
  return (
    <div className="mt-4 grid gap-3">
      <p className="flex items-center gap-3 text-[13px] text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        <Trans>or</Trans>
      </p>
      {offered.map((provider) => (
        <Button key={provider} variant="quiet" busy={busy === provider} onClick={() => void go(provider)}>
          <ProviderIcon provider={provider} />
          <Trans>Continue with {providerName(provider)}</Trans>
        </Button>
      ))}
    </div>
  )
}
