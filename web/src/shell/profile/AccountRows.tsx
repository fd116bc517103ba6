import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Bookmark, CreditCard, Gauge, Gift, KeyRound, Sprout, Store, UserRound, UsersRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSession } from '../../api/useSession'
import { savedCardsQuery } from '../../domain/savedCards'
import { type SavedRequisite, savedQuery } from '../../domain/savedRequisites'
import { limitsQuery, type Limits, type VerificationInfo, verificationsQuery } from '../../features/people/queries'
import { VerificationBadge } from '../../features/people/VerificationRows'
import { STEP, tierWord } from '../../features/people/words'
import { ProfileName } from '../../features/profiles/ProfileName'
import { profilesQuery } from '../../features/profiles/queries'
import { offers } from '../../host/config'
import { Badge } from '../../ui/Badge'
import { ListRows } from '../../ui/ListRow'
import { known } from './known'
import { RowLink } from './RowLink'

/** Who the customer is, how much they may move, and where to. */
export function AccountRows() {
  return (
    <ListRows label={<Trans>Account</Trans>}>
      <DetailsRow />
      <LimitsRow />
      <SavedRow />
      <CardsRow />
      <ProfilesRow />
      <FriendsRow />
      <FarmRow />
      <KeysRow />
      <MerchantRow />
    </ListRows>
  )
}

function KeysRow() {
  return (
    <RowLink
      to="/profile/$page"
      params={{ page: 'api-management' }}
      icon={KeyRound}
      title={<Trans>API keys</Trans>}
      detail={<Trans>For your own programs and pages</Trans>}
    />
  )
}

function MerchantRow() {
  if (!offers('balances')) return null
  return (
    <RowLink
      to="/profile/$page"
      params={{ page: 'merchant' }}
      icon={Store}
      title={<Trans>Take payments</Trans>}
      detail={<Trans>Payment links for your shop or till</Trans>}
    />
  )
}

function FriendsRow() {
  if (!offers('balances')) return null
  return (
    <RowLink
      to="/frens"
      icon={Gift}
      title={<Trans>Invite friends</Trans>}
      detail={<Trans>Your link, and what it has earned</Trans>}
    />
  )
}

function FarmRow() {
  if (!offers('balances')) return null
  return (
    <RowLink
      to="/farm"
      icon={Sprout}
      title={<Trans>Farm</Trans>}
      detail={<Trans>Points for what you do, and what they are worth</Trans>}
    />
  )
}

function DetailsRow() {
  const asked = useQuery(verificationsQuery)
  const identity = asked.data?.find(({ kind }) => kind === 'IDENTITY')
  return (
    <RowLink
      to="/profile/personal-details"
      icon={UserRound}
      title={<Trans>Personal details</Trans>}
      detail={<IdentityDetail of={identity} />}
      badge={known(asked, () => (identity ? <VerificationBadge of={identity} /> : null))}
    />
  )
}

function IdentityDetail({ of }: { of: VerificationInfo | undefined }) {
  const { i18n } = useLingui()
  if (of?.shown !== 'verified' || !of.updated_at) return <Trans>Name, address, email and phone</Trans>
  const day = i18n.date(of.updated_at, { dateStyle: 'medium' })
  return <Trans>Verified {day}</Trans>
}

function LimitsRow() {
  const asked = useQuery(limitsQuery)
  return (
    <RowLink
      to="/profile/$page"
      params={{ page: 'limits' }}
      icon={Gauge}
      title={<Trans>Limits and level</Trans>}
      detail={asked.data ? <NextStep limits={asked.data} /> : <Trans>How much you can move, and how to raise it</Trans>}
      badge={known(asked, ({ next }) =>
        next && next.requirements.length > 0 ? (
          <Badge tone="act">
            <Plural value={next.requirements.length} one="# step" other="# steps" />
          </Badge>
        ) : null,
      )}
    />
  )
}

/** The first of the steps to the next level, or else the name of the level. */
function NextStep({ limits: { tier, next } }: { limits: Limits }): ReactNode {
  const { i18n } = useLingui()
  const [first] = next?.requirements ?? []
  if (!first) return i18n._(tierWord(tier).name)
  const step = i18n._(STEP[first])
  return <Trans>Next: {step}</Trans>
}

function SavedRow() {
  const asked = useQuery(savedQuery)
  return (
    <RowLink
      to="/profile/$page"
      params={{ page: 'details-for-withdrawals' }}
      icon={Bookmark}
      title={<Trans>Withdrawal details</Trans>}
      detail={asked.data ? <SavedCount saved={asked.data} /> : <Trans>Saved wallets and bank accounts</Trans>}
      value={known(asked, () => null)}
    />
  )
}

function SavedCount({ saved }: { saved: readonly SavedRequisite[] }) {
  const wallets = saved.filter(({ kind }) => kind === 'address').length
  const accounts = saved.length - wallets
  if (saved.length === 0) return <Trans>Nothing saved yet</Trans>
  return (
    <>
      {wallets > 0 ? <Plural value={wallets} one="# wallet" other="# wallets" /> : null}
      {wallets > 0 && accounts > 0 ? ', ' : null}
      {accounts > 0 ? <Plural value={accounts} one="# bank account" other="# bank accounts" /> : null}
    </>
  )
}

function CardsRow() {
  const asked = useQuery(savedCardsQuery)
  return (
    <RowLink
      to="/profile/$page"
      params={{ page: 'cards-for-deposits' }}
      icon={CreditCard}
      title={<Trans>Saved cards</Trans>}
      detail={
        asked.data && asked.data.length > 0 ? (
          <Plural value={asked.data.length} one="# card" other="# cards" />
        ) : (
          <Trans>To pay and to be paid by one tap</Trans>
        )
      }
      value={known(asked, () => null)}
    />
  )
}

/** The names of the open profiles. Nearly everyone has only the main one, which the session tells without a request. */
function ProfilesRow() {
  const session = useSession()
  const several = session.status === 'in' && session.profiles.length > 1
  const { data } = useQuery({ ...profilesQuery, enabled: several })
  const open = data?.data.filter(({ state }) => state === 'open') ?? []
  return (
    <RowLink
      to="/profile/$page"
      params={{ page: 'profiles' }}
      icon={UsersRound}
      title={<Trans>Profiles</Trans>}
      detail={
        several && open.length > 0 ? (
          open.map((profile, index) => (
            <span key={profile.id}>
              {index > 0 ? ', ' : ''}
              <ProfileName profile={profile} />
            </span>
          ))
        ) : (
          <Trans>Separate balances for another purpose</Trans>
        )
      }
      value={several ? (session.profiles.length as ReactNode) : undefined}
    />
  )
}
