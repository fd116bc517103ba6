import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '../../../ui/Button'
import { Card } from '../../../ui/Card'
import { CopyButton } from '../../../ui/CopyButton'
import { ItemRow } from '../../../ui/ItemRow'
import type { PartnerKey } from '../keys'

/** Why the proof of a domain was not found, and what to do. */
const REASON: Record<string, MessageDescriptor> = {
  no_address: msg`The domain has no address yet.`,
  not_public: msg`The domain leads to an address that is not public.`,
  unreachable: msg`There is no answer by https.`,
  redirected: msg`The file is redirected. Serve it at this very address.`,
  not_found: msg`The file is not there.`,
  too_long: msg`The file is too long.`,
  no_line: msg`The file does not contain this line.`,
}

type Domain = PartnerKey['domains'][number]
type DomainRowsProps = { of: PartnerKey; busy: boolean; onVerify: () => void }

/** The domains of a widget's pages with the state of their proof, and how to prove them. */
export function DomainRows({ of, busy, onVerify }: DomainRowsProps) {
  const isOpen = of.domains.some(({ state }) => state !== 'saved') && !of.revoked_at
  return (
    <Card tight title={<Trans>Domains of your pages</Trans>}>
      <div className="grid divide-y divide-line/60">
        {of.domains.length === 0 ? (
          <p className="py-3 text-muted">
            <Trans>Add the domain of your page: the widget opens nowhere else.</Trans>
          </p>
        ) : null}
        {of.domains.map((domain) => (
          <DomainRow key={domain.domain} of={domain} />
        ))}
      </div>
      {isOpen ? <Proof id={of.id} busy={busy} onVerify={onVerify} /> : null}
    </Card>
  )
}

function DomainRow({ of: { domain, state, reason } }: { of: Domain }) {
  const { i18n } = useLingui()
  const why = reason ? REASON[reason] : undefined
  return <ItemRow title={domain} note={why ? i18n._(why) : undefined} value={<DomainState state={state} />} />
}

function DomainState({ state }: Pick<Domain, 'state'>) {
  if (state === 'saved')
    return (
      <span className="text-ok">
        <Trans context="domain">Verified</Trans>
      </span>
    )
  return state === 'failed' ? (
    <span className="text-bad">
      <Trans context="domain">Failed</Trans>
    </span>
  ) : (
    <Trans context="domain">In progress</Trans>
  )
}

function Proof({ id, busy, onVerify }: { id: string; busy: boolean; onVerify: () => void }) {
  const { t } = useLingui()
  const line = `agio-widget=${id}`
  return (
    <div className="grid gap-3 py-3">
      <p className="text-[14px] text-muted">
        <Trans>
          Show that the domain is yours: put this line into the file{' '}
          <code className="font-mono text-[13px] wrap-anywhere">/.well-known/agio-widget.txt</code> of your site, then
          verify.
        </Trans>
      </p>
      <div className="flex items-center gap-2 rounded-m bg-sunken py-1 pr-1 pl-4">
        <code className="min-w-0 flex-1 font-mono text-[13px] wrap-anywhere">{line}</code>
        <CopyButton text={line} label={t`Copy the line`} />
      </div>
      <Button busy={busy} onClick={onVerify}>
        <Trans context="domain">Verify</Trans>
      </Button>
    </div>
  )
}
