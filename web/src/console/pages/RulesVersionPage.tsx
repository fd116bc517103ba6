import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../ui/Button'
import { Select } from '../../ui/Select'
import type { Me } from '../api/queries'
import { changeBack, type ComparedRules, type RulesInfo, rulesQuery, rulesVersionQuery } from '../api/rules'
import { Card } from '../parts/Card'
import { Facts } from '../parts/Facts'
import { Loaded } from '../parts/Loaded'
import { BackTo, PageTitle } from '../parts/PageHead'
import { whenText } from '../parts/when'
import { DifferenceList } from './rules/DifferenceList'
import { ReviewPanel } from './rules/ReviewPanel'
import { VersionBadge } from './rules/VersionBadge'

/** One version of the rules: who made it and why, and what differs from another version. */
export function RulesVersionPage({ version, me }: { version: string; me: Me }) {
  const [against, setAgainst] = useState<number>()
  const found = useQuery(rulesVersionQuery(version, against))
  const rules = useQuery(rulesQuery)
  return (
    <>
      <BackTo to="/rules/versions">
        <Trans>All versions</Trans>
      </BackTo>
      <Loaded asked={rules}>
        {(today) => (
          <Loaded asked={found}>
            {(compared) => <Version compared={compared} today={today} me={me} onCompare={setAgainst} />}
          </Loaded>
        )}
      </Loaded>
    </>
  )
}

type VersionProps = {
  compared: ComparedRules
  today: RulesInfo
  me: Me
  onCompare: (against: number | undefined) => void
}

function Version({ compared, today, me, onCompare }: VersionProps) {
  const { t, i18n } = useLingui()
  const { version, against, differences } = compared
  const canPropose = me.permissions.includes('policies.write') && version.state === 'past' && !today.next_at
  const facts = [
    { name: t`In force from`, value: whenText(version.effective_at, i18n.locale) },
    { name: t`Published`, value: whenText(version.published_at, i18n.locale) },
    { name: t`Proposed by`, value: version.proposer ?? t`came with the tenant` },
    { name: t`Reason`, value: version.reason ?? '–' },
    { name: t`Approved by`, value: version.approver ?? '–' },
    { name: t`Reason of the approval`, value: version.answer ?? '–' },
  ]
  return (
    <div className="grid gap-3">
      <PageTitle title={<Trans>Version {version.version}</Trans>}>
        <VersionBadge state={version.state} />
      </PageTitle>
      <Card
        aside={canPropose ? <Again version={version.version} base={today.version} /> : null}
        title={<Trans>Publication</Trans>}
      >
        <Facts isWide facts={facts} />
      </Card>
      <Card title={<Trans>Differences</Trans>}>
        {against === undefined ? (
          <p className="text-muted">
            <Trans>This is the first version.</Trans>
          </p>
        ) : (
          <>
            <div className="mb-4 desk:max-w-[420px]">
              <Compare version={version.version} against={against} today={today.version} onCompare={onCompare} />
            </div>
            <DifferenceList differences={differences} names={today} />
          </>
        )}
      </Card>
    </div>
  )
}

type CompareProps = {
  version: number
  against: number
  today: number
  onCompare: (against: number | undefined) => void
}

const [BEFORE, TODAY] = ['before', 'today'] as const

function Compare({ version, against, today, onCompare }: CompareProps) {
  const { t } = useLingui()
  const earlier = version - 1
  return (
    <Select
      label={t`Compared with`}
      value={against === today && today !== earlier ? TODAY : BEFORE}
      onChange={(code) => onCompare(code === TODAY ? today : undefined)}
    >
      <option value={BEFORE}>{t`the version before it`}</option>
      {version === today || today === earlier ? null : <option value={TODAY}>{t`version ${today}, in force`}</option>}
    </Select>
  )
}

/** Proposes an earlier version again, as the next one. */
function Again({ version, base }: { version: number; base: number }) {
  const queries = useQueryClient()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="quiet" small onClick={() => setOpen(true)}>
        <Trans>Go back to this version</Trans>
      </Button>
      <ReviewPanel
        open={open}
        title={<Trans>Back to version {version}</Trans>}
        change={changeBack(version, base)}
        onClose={() => setOpen(false)}
        onReload={() => void queries.invalidateQueries({ queryKey: rulesQuery.queryKey })}
      />
    </>
  )
}
