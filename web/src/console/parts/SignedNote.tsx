import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type Proposal, sessionQuery } from '../api/queries'
import { whenText } from './when'

/**
 * <SignedNote one> — the passkey that signed an approval, and the signature for operators who may read the audit log.
 */
export function SignedNote({ one }: { one: Proposal }) {
  const { i18n } = useLingui()
  const session = useQuery(sessionQuery)
  if (!one.signed) return null
  const mayRead = session.data?.me?.permissions.includes('acts.read') ?? false
  return (
    <p className="text-[13px] text-muted">
      <Trans>
        Signed with the passkey “{one.signed.passkey}”, {whenText(one.signed.at, i18n.locale)}
      </Trans>{' '}
      {mayRead ? (
        <a
          className="text-brand underline"
          href={`/api/operator/v1/proposals/${one.id}/signature`}
          download={`approval-${one.id}.json`}
        >
          <Trans>Download the signature</Trans>
        </a>
      ) : null}
    </p>
  )
}
