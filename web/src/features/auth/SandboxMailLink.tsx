import { Trans } from '@lingui/react/macro'

export function SandboxMailLink() {
  return <Trans>Open the sandbox mailbox</Trans>
}
