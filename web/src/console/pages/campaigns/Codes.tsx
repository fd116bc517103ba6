import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button } from '../../../ui/Button'
import { CopyButton } from '../../../ui/CopyButton'
import { saveFile } from '../../../ui/saveFile'
import type { CampaignDetails } from '../../api/campaigns'

/** So many codes are listed; all of them are in the file. */
const LISTED = 20

/** The codes of a campaign, with what was used of them. */
export function Codes({ details: { campaign, codes } }: { details: CampaignDetails }) {
  const { t } = useLingui()
  const [first] = codes
  if (!first) return null
  if (!first.is_single) {
    return (
      <div className="flex flex-wrap items-center gap-3">
        <code className="font-mono text-[16px] font-semibold wrap-anywhere">{first.code}</code>
        <CopyButton text={first.code} label={t`Copy the code`} />
        <span className="text-[14px] text-muted">
          <Plural value={first.uses} one="# use" other="# uses" />
        </span>
      </div>
    )
  }
  const used = codes.filter((code) => code.uses > 0).length
  const count = codes.length
  // The codes have letters and digits only, so no cell needs quotes.
  const file = new Blob([`code,used\r\n${codes.map(({ code, uses }) => `${code},${uses}\r\n`).join('')}`], {
    type: 'text/csv',
  })
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span className="text-[14px] text-muted">
          <Trans>
            {used} of {count} codes are used.
          </Trans>
        </span>
        <Button
          variant="text"
          small
          className="text-[14px]!"
          onClick={() => saveFile(`codes-${campaign.id}.csv`, file)}
        >
          <Trans>Save as CSV</Trans>
        </Button>
      </div>
      <ul className="flex flex-wrap gap-2">
        {codes.slice(0, LISTED).map(({ code, uses }) => (
          <li
            key={code}
            className={`rounded-m bg-sunken px-2.5 py-1 font-mono text-[13px] ${uses > 0 ? 'text-muted line-through' : ''}`}
          >
            {code}
          </li>
        ))}
      </ul>
    </div>
  )
}
