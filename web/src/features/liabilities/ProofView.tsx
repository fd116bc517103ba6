import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useCatalogue } from '../../domain/catalogue'
import { balancesQuery } from '../../domain/queries'
import { SupportLink } from '../../domain/SupportLink'
import { Notice } from '../../ui/Notice'
import { CurrencyProof } from './CurrencyProof'
import { hasChanged } from './figures'
import type { Checked } from './queries'

/** Results that the customer must report to support. */
const FOR_SUPPORT: ReadonlySet<string> = new Set(['not-included', 'other-owner', 'other-reserves'])

/** The result in one sentence, and below it every currency of the publication. */
export function ProofView({ verdict, published }: Checked) {
  if (verdict.kind !== 'holds') {
    return (
      <Notice
        tone={verdict.kind === 'unsupported' ? 'wait' : 'bad'}
        action={FOR_SUPPORT.has(verdict.kind) ? <SupportLink /> : undefined}
      >
        <Refusal verdict={verdict} />
      </Notice>
    )
  }
  const { statement, balances, proof } = verdict
  const { lines } = statement
  // The customer's own currencies first.
  const shown = [...lines].sort((a, b) => Number(balances.has(b.currency)) - Number(balances.has(a.currency)))
  return (
    <>
      <Holds verdict={verdict} />
      {published ? null : (
        <Notice tone="plain">
          <Trans>We could not get this site’s key, so the proof was checked with the key named in it.</Trans>
        </Notice>
      )}
      {shown.map((line) => (
        <CurrencyProof
          key={line.currency}
          line={line}
          own={balances.get(line.currency)}
          reserves={proof.published.reserves.filter(({ currency }) => currency === line.currency)}
        />
      ))}
      <p className="text-[13px] text-muted">
        <Trans>
          Publication {statement.number}, signed with the key{' '}
          <span className="font-mono">{proof.published.key.split('+')[1]}</span>. It shows the state after the first{' '}
          {statement.logSize} entries of the ledger.
        </Trans>
      </p>
    </>
  )
}

type Held = Extract<Checked['verdict'], { kind: 'holds' }>

function Holds({ verdict: { statement, balances } }: { verdict: Held }) {
  const { i18n } = useLingui()
  const changed = useChangedSince(balances)
  const at = i18n.date(statement.at, { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' })
  return (
    <>
      {balances.size > 0 ? (
        <Notice tone="ok">
          <Trans>Your balances as of {at} are included, to the last unit. The signature is valid.</Trans>
        </Notice>
      ) : (
        <Notice tone="plain">
          <Trans>You had no balance on {at}. The publication is signed, and its figures are below.</Trans>
        </Notice>
      )}
      {changed ? (
        <Notice tone="wait">
          <Trans>Your balances have changed since. The next publication will show them as they are then.</Trans>
        </Notice>
      ) : null}
    </>
  )
}

/** Whether the customer's balances have changed since the publication. */
function useChangedSince(then: Map<string, bigint>): boolean {
  const now = useQuery(balancesQuery)
  const catalogue = useCatalogue()
  if (!now.data || !catalogue.data) return false
  return hasChanged(now.data.data, then, new Map(catalogue.data.currencies.map(({ code, scale }) => [code, scale])))
}

function Refusal({ verdict }: { verdict: Exclude<Checked['verdict'], Held> }) {
  switch (verdict.kind) {
    case 'not-included':
      return (
        <Trans>
          Your balance in {verdict.currency} is not part of the published total. Save the file and contact support.
        </Trans>
      )
    case 'other-owner':
      return <Trans>This proof is about someone else’s balances. Save the file and contact support.</Trans>
    case 'other-reserves':
      return <Trans>The list of reserves is not the one that was signed. Save the file and contact support.</Trans>
    case 'not-signed':
      return <Trans>The signature is invalid: this was not signed with the key named in the proof.</Trans>
    case 'other-key':
      return <Trans>This proof names a different key from the one this site publishes.</Trans>
    case 'unreadable':
      return <Trans>The proof is damaged and could not be checked.</Trans>
    case 'unsupported':
      return (
        <Trans>
          This browser cannot check signatures. Use a newer one, over a secure connection. Nothing is wrong yet.
        </Trans>
      )
  }
}
