import { useLingui } from '@lingui/react/macro'
import { moneyText } from '../../i18n/format'
import type { components } from '../api/schema.gen'
import { StatementsToBook } from './StatementsToBook'
import { CampaignToSwitch } from './CampaignToSwitch'
import { SeasonToSwitch } from './SeasonToSwitch'
import { ChangeLines } from './ChangeLines'
import { ConnectionToSwitch } from './ConnectionToSwitch'
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
export function ProposalSummary({ deed, subject }: { deed: Record<string, unknown>; subject: string }) {
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
  if (deed.kind === 'raise_fee') return <FeeToRaise deed={deed} />
  if (deed.kind === 'book_statements') return <StatementsToBook deed={deed} />
  if (deed.kind === 'switch_connection') return <ConnectionToSwitch deed={deed} />
  if (deed.kind === 'switch_season') return <SeasonToSwitch deed={deed} />
  if (deed.kind === 'switch_campaign') return <CampaignToSwitch deed={deed} />
  const policy = deed.kind === 'publish_policy'
  const facts = [
    { name: policy ? t`What` : customer ? t`Customer` : movement ? t`Transaction` : t`Operator`, value: whom },
  ]
  const add = (name: string, text: string) => facts.push({ name, value: <span>{text}</span> })
  if (isMoney(deed.amount)) add(t`Amount`, moneyText(deed.amount, i18n.locale))
  if (isMoney(deed.worth) && deed.worth.currency !== (isMoney(deed.amount) ? deed.amount.currency : ''))
    add(t`Worth`, moneyText(deed.worth, i18n.locale))
  if (typeof deed.closed_as === 'string') add(t`Close as`, closing.closedAs(deed.closed_as as ClosedAs))
  if (isAssignee(deed.to)) add(t`Customer`, `${deed.to.name} (${deed.to.profile})`)
  if (typeof deed.role === 'string') add(t`Role`, role(deed.role))
  if (typeof deed.ends_on === 'string') add(t`Last day (UTC)`, dayText(deed.ends_on, i18n.locale))
  if (typeof deed.tier === 'number') add(t`Tier`, `T${deed.tier}`)
  for (const [of, limit] of Object.entries(deed.limits ?? {}))
    add(limitName(of), moneyText(limit as Parameters<typeof moneyText>[0], i18n.locale))
  if (typeof deed.verification === 'string') add(t`What`, words.kind(deed.verification))
  if (typeof deed.verdict === 'string') add(t`Decision`, words.verdict(deed.verdict))
  if (Array.isArray(deed.reasons) && deed.reasons.length > 0)
    add(t`The customer is told`, deed.reasons.map((reason) => words.reason(String(reason))).join(', '))
  if (!policy) return <Facts facts={facts} />
  add(t`In force from`, typeof deed.at === 'string' ? whenText(deed.at, i18n.locale) : t`the moment of approval`)
  return (
    <>
      <Facts facts={facts} />
      <ChangeLines lines={String(deed.changes ?? '').split('\n')} />
    </>
  )
}
