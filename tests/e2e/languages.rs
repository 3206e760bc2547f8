//! The page speaks the language a person chose.

use crate::accessible::Looking;
use anyhow::Result;
use support::stage::{Stage, Surface};

#[tokio::test]
async fn the_page_speaks_chinese_where_a_person_says_so_and_english_again() -> Result<()> {
    let stage = Stage::open(Surface::Browser).await?;
    let page = &stage.page;
    page.button("Try the example").await?;
    page.press("EN · Language").await?;
    page.click(&page.find_text("//*[@role='menuitemradio']", "中文").await?).await?;
    page.press("试试示例").await?;
    page.find_text("//*[@data-pause='beforeCall']", "已在此调用之前暂停").await?;
    anyhow::ensure!(page.run("return document.documentElement.lang").await? == "zh");
    let mut looking = Looking::begin(page).await?;
    looking.at("a stop in Chinese").await?;
    looking.end()?;
    page.press("中 · 语言").await?;
    page.click(&page.find_text("//*[@role='menuitemradio']", "English").await?).await?;
    page.find_text("//*[@data-pause='beforeCall']", "Paused before this call").await?;
    page.close().await
}
