import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type RulesVersion, rulesVersionsQuery } from '../api/rules'
import { Go } from '../parts/Go'
import { Loaded } from '../parts/Loaded'
import { More } from '../parts/More'
import { BackTo, PageTitle } from '../parts/PageHead'
import { Cell, Row, ROW_LINK, Sheet } from '../parts/Sheet'
import { whenText } from '../parts/when'
import { go } from '../place'
import { VersionBadge } from './rules/VersionBadge'

/** Every published version of the rules, newest first. */
export function RulesVersionsPage() {
  const found = useInfiniteQuery(rulesVersionsQuery)
  return (
    <>
      <BackTo to="/rules">
        <Trans>Rules</Trans>
      </BackTo>
      <PageTitle title={<Trans>Versions of the rules</Trans>} />
      <Loaded asked={found}>{({ pages }) => <Versions versions={pages.flatMap(({ data }) => data)} />}</Loaded>
      <More query={found} />
    </>
  )
}

function Versions({ versions }: { versions: readonly RulesVersion[] }) {
  const { t, i18n } = useLingui()
  const columns = [
    { name: t`Version` },
    { name: t`In force from` },
    { name: t`Proposed by` },
    { name: t`Approved by` },
    { name: t`Reason` },
  ]
  return (
    <Sheet label={t`Versions of the rules`} columns={columns}>
      {versions.map((one) => {
        const to = `/rules/versions/${one.version}`
        return (
          <Row key={one.version} onClick={() => go(to)}>
            <Cell side="left">
              <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1 whitespace-nowrap">
                <Go to={to} className={`font-[580] ${ROW_LINK}`}>
                  <Trans>Version {one.version}</Trans>
                </Go>
                <VersionBadge state={one.state} />
              </span>
            </Cell>
            <Cell name={t`In force from`}>
              <span className="whitespace-nowrap">{whenText(one.effective_at, i18n.locale)}</span>
            </Cell>
            <Cell name={t`Proposed by`}>{one.proposer ?? t`came with the tenant`}</Cell>
            <Cell name={t`Approved by`} isWide={!one.approver}>
              {one.approver ?? '–'}
            </Cell>
            <Cell name={t`Reason`} isWide={!one.reason}>
              {one.reason ?? '–'}
            </Cell>
          </Row>
        )
      })}
    </Sheet>
  )
}
