// Generates the types of the three API schemas. `--check` fails instead if a committed file differs.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = dirname(fileURLToPath(import.meta.url))
const web = join(here, '..', '..')
const documents = [
  { document: 'openapi.json', output: 'src/api/schema.gen.ts' },
  { document: 'openapi.operator.json', output: 'src/console/api/schema.gen.ts' },
  { document: 'openapi.partner.json', output: 'clients/typescript/src/schema.gen.ts' },
]
const check = process.argv.includes('--check')

function run(command, args) {
  const done = spawnSync(command, args, { cwd: here, stdio: 'inherit' })
  if (done.status !== 0) process.exit(done.status ?? 1)
}

if (!existsSync(join(here, 'node_modules/openapi-typescript')))
  run('npm', ['ci', '--ignore-scripts', '--loglevel=error'])
for (const { document, output } of documents) {
  const target = check ? join(here, 'node_modules', '.check.gen.ts') : join(web, output)
  run(process.execPath, [join(here, 'node_modules/openapi-typescript/bin/cli.js'), join(web, document), '-o', target])
  if (!check) continue
  const same = readFileSync(target, 'utf8') === readFileSync(join(web, output), 'utf8')
  rmSync(target)
  if (!same) {
    console.error(`${output} does not match ${document}; run \`npm run apigen\` and commit it`)
    process.exit(1)
  }
}
