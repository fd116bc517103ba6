import { Trans, useLingui } from '@lingui/react/macro'
import { moneyText } from '../../i18n/format'
import type { RulesDifference } from '../api/rules'
import type { components } from '../api/schema.gen'
import { PolicyChanges } from '../pages/rules/PolicyChanges'
import { StatementsToBook } from './StatementsToBook'
import { CampaignToSwitch } from './CampaignToSwitch'
import { SeasonToSwitch } from './SeasonToSwitch'
import { ConnectionToSwitch } from './ConnectionToSwitch'
import { ServerConnectionToSwitch } from './ServerConnectionToSwitch'
import { Facts } from './Facts'
import { FeeToRaise } from './FeeToRaise'
import { Go } from './Go'
import { useLimitName } from './limitNames'
import { useResolutionWords } from './movementWords'
import { useRoleName } from './roleNames'
import { useVerificationWords } from './verificationWords'
import { dayText, whenText } from './when'

type ClosedAs = components['schemas']['ClosedAs']
type Money = { amount: string; currency: string }

const isMoney = (value: unknown): value is Money =>
  typeof value === 'object' && value !== null && 'amount' in value && 'currency' in value

const isAssignee = (value: unknown): value is { profile: string; name: string } =>
  typeof value === 'object' && value !== null && 'profile' in value && 'name' in value

/** The exact effect of a proposal. */
export function ProposalSummary({ action, subject }: { action: Record<string, unknown>; subject: string }) {
  const { t, i18n } = useLingui()
  const limitName = useLimitName()
  const role = useRoleName()
  const words = useVerificationWords()
  const closing = useResolutionWords()
  const customer = subject.startsWith('usr_')
  const movement = subject.startsWith('ord_')
  const whom =
    customer || movement ? (
      <Go
        to={`/${customer ? 'customers' : 'movements'}/${subject}`}
        className="font-mono text-[13px] break-all text-brand"
      >
        {subject}
      </Go>
    ) : (
      <span className="break-all">{subject}</span>
    )
  if (action.kind === 'raise_fee') return <FeeToRaise action={action} />
  if (action.kind === 'book_statements') return <StatementsToBook action={action} />
  if (action.kind === 'switch_connection') return <ConnectionToSwitch action={action} />
  if (action.kind === 'switch_server_connection') return <ServerConnectionToSwitch action={action} />
  if (action.kind === 'switch_season') return <SeasonToSwitch action={action} />
  if (action.kind === 'switch_campaign') return <CampaignToSwitch action={action} />
  const policy = action.kind === 'publish_policy'
  const version = typeof action.version === 'number' ? action.version : ''
  const facts = [
    {
      name: policy ? t`What` : customer ? t`Customer` : movement ? t`Transaction` : t`Operator`,
      value: policy ? <Trans>Rules, version {version}</Trans> : whom,
    },
  ]
  const add = (name: string, text: string) => facts.push({ name, value: <span>{text}</span> })
  if (isMoney(action.amount)) add(t`Amount`, moneyText(action.amount, i18n.locale))
  if (isMoney(action.worth) && action.worth.currency !== (isMoney(action.amount) ? action.amount.currency : ''))
    add(t`Worth`, moneyText(action.worth, i18n.locale))
  if (typeof action.closed_as === 'string') add(t`Close as`, closing.closedAs(action.closed_as as ClosedAs))
  if (isAssignee(action.to)) add(t`Customer`, `${action.to.name} (${action.to.profile})`)
  if (typeof action.role === 'string') add(t`Role`, role(action.role))
  if (typeof action.ends_on === 'string') add(t`Last day (UTC)`, dayText(action.ends_on, i18n.locale))
  if (typeof action.tier === 'number') add(t`Tier`, `T${action.tier}`)
  for (const [of, limit] of Object.entries(action.limits ?? {}))
    add(limitName(of), moneyText(limit as Parameters<typeof moneyText>[0], i18n.locale))
  if (typeof action.verification === 'string') add(t`What`, words.kind(action.verification))
  if (typeof action.verdict === 'string') add(t`Decision`, words.verdict(action.verdict))
  if (Array.isArray(action.reasons) && action.reasons.length > 0)
    add(t`The customer is told`, action.reasons.map((reason) => words.reason(String(reason))).join(', '))
  if (!policy) return <Facts facts={facts} />
  add(t`In force from`, typeof action.at === 'string' ? whenText(action.at, i18n.locale) : t`the moment of approval`)
  return (
    <>
      <Facts facts={facts} />
      <PolicyChanges differences={(action.differences ?? []) as readonly RulesDifference[]} />
    </>
  )
}
