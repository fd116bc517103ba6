import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium } from '@playwright/test'
import base from '../../playwright.config'
import { FOLDER, taken } from './shots'

const STYLE = `body{margin:24px;font:14px system-ui;background:#777;color:#fff}
h2{margin:24px 0 8px}div{display:flex;flex-wrap:wrap;gap:8px;align-items:start}
figure{margin:0;width:180px}figcaption{font-size:11px;overflow-wrap:anywhere}
a{display:block;height:300px;overflow:hidden;background:#555}img{width:180px;display:block}`

const figure = (file: string) => {
  const words = file.split('.').slice(1, 3).join(' ')
  return `<figure><a href="${file}"><img src="${file}" alt="${words}"></a><figcaption>${words}</figcaption></figure>`
}

/** Writes the sheet: looks/index.html, whose thumbnails lead to the pictures, and looks/sheet.png. */
export default async function sheet(): Promise<void> {
  const parts = [...(await taken())].map(
    ([screen, files]) => `<h2>${screen}</h2><div>${files.map(figure).join('')}</div>`,
  )
  const file = join(FOLDER, 'index.html')
  await writeFile(file, `<!doctype html><meta charset="utf-8"><style>${STYLE}</style>${parts.join('')}`)
  const browser = await chromium.launch(base.use?.launchOptions)
  const page = await browser.newPage({ viewport: { width: 1560, height: 1000 } })
  await page.goto(pathToFileURL(file).href, { waitUntil: 'load' })
  await page.screenshot({ path: join(FOLDER, 'sheet.png'), fullPage: true })
  await browser.close()
}
